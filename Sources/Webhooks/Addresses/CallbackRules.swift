/// The callback URLs and addresses that options allow.
package struct CallbackRules: Equatable, Sendable {
    /// The ports other than 443 that are allowed for https.
    package var allowedPorts: Set<UInt16> = []
    /// Whether http and https to this machine are allowed, on any port.
    package var allowsLoopback = false
    /// Networks whose addresses are never refused.
    package var allowedNetworks: [IPNetwork] = []

    package init(allowedPorts: Set<UInt16> = [], allowsLoopback: Bool = false, allowedNetworks: [IPNetwork] = []) {
        self.allowedPorts = allowedPorts
        self.allowsLoopback = allowsLoopback
        self.allowedNetworks = allowedNetworks
    }

    /// Whether all addresses of a callback URL's host may be connected to; one refused address refuses the host.
    package func accepts(_ addresses: [IPAddress], of callback: CallbackAddress) -> Bool {
        !addresses.isEmpty
            && addresses.allSatisfy { !refuses($0) && ($0.isLoopback || !callback.isLoopbackOnly) }
    }

    package func refuses(_ address: IPAddress) -> Bool {
        if allowsLoopback, address.isLoopback { return false }
        return RefusedNetworks.contain(address) && !allowedNetworks.contains { $0.contains(address) }
    }
}
