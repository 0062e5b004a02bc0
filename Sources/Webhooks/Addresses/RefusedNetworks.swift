/// The networks that a callback must not reach: private, reserved and special networks.
package enum RefusedNetworks {
    /// The refused networks of IPv4.
    package static let v4 = networks([
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    ])

    /// The only network of IPv6 that is not refused as a whole.
    ///
    /// Mapped and compatible addresses, NAT64, local and multicast addresses are outside of this network.
    package static let v6Global = networks(["2000::/3"])

    /// The refused networks within `v6Global`: protocols (with Teredo), documentation, 6to4 and AS112.
    package static let v6 = networks([
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    ])

    package static func contain(_ address: IPAddress) -> Bool {
        switch address {
        case .v4: v4.contains { $0.contains(address) }
        case .v6: !v6Global.contains { $0.contains(address) } || v6.contains { $0.contains(address) }
        }
    }

    private static func networks(_ texts: [String]) -> [IPNetwork] {
        let networks = texts.compactMap { IPNetwork($0) }
        precondition(networks.count == texts.count, "a network of the table is malformed")
        return networks
    }
}
