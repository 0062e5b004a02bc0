import Foundation

/// Runs blocking calls on a thread of their own.
///
/// Swift Testing's pool is as wide as the machine has cores, and a few waiting polls would stop all other tests.
package func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
