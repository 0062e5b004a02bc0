package import Observation
package import Store

extension StoreError {
    /// The error as the reason why a partition fails or the process ends.
    package var reason: Reason {
        let code: Reason.Code =
            switch self {
            case .diskFull: .diskFull
            case .database, .otherSchema, .unknownNote: .storeFailed
            case .malformedKey, .malformedValue, .damagedValue, .unknownFormat, .otherIdentity, .foreign, .torn:
                .stateUnreadable
            }
        return Reason(code, description)
    }
}
