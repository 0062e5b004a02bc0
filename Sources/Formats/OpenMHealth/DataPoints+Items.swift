import JSON
import Vocabulary

extension DataPoints {
    /// Appends the data points of all items.
    mutating func addAll() {
        switch document.type {
        // The samples and totals that a summary is computed from have documents of their own.
        case .activitiesSummary: return
        case .sleep: for item in document.items { addNight(item) }
        case .workouts: for item in document.items { addWorkout(item) }
        default:
            for item in document.items {
                let members = item.correlationMembers
                for series in item.series { addSamples(series, except: members) }
                for nested in item.nested { addNested(nested) }
            }
        }
    }

    /// Appends the samples or totals of a type, except the members of correlations.
    private mutating func addSamples(_ series: ForkDocument.Series, except members: Set<UUID128>) {
        guard let type = series.type, type.isListed else { return }
        for quantity in series.quantities where quantity.id.map({ !members.contains($0) }) ?? true {
            let subject = subject(quantity, type)
            if type.kind == .category {
                add(subject, .categorySample) { $0.appendCategory(quantity, type) }
            } else if let schema = QuantitySchema.schema(of: type), schema.documentUnit == quantity.value.unit {
                addQuantity(quantity, subject, schema)
            } else {
                add(subject, .quantitySample) { $0.appendQuantity(quantity, type) }
            }
        }
    }

    /// Appends a sample or total in a schema of its own; a condensed sample can make three data points.
    private mutating func addQuantity(
        _ quantity: ForkDocument.Quantity,
        _ subject: DataPointSubject,
        _ schema: QuantitySchema
    ) {
        let isCondensed = quantity.id != nil && quantity.count != nil
        var subject = subject
        subject.isInterval = schema.isOfInterval
        guard isCondensed, schema.hasExtremes else {
            let statistic = isCondensed ? quantity.kind : nil
            return add(subject, schema.schema) { $0.append(quantity.value.number, statistic, schema) }
        }
        let statistics: [(String, Double?)] = [
            ("average", quantity.value.number), ("minimum", quantity.minimum), ("maximum", quantity.maximum),
        ]
        subject.isOneOfSeveral = quantity.minimum != nil || quantity.maximum != nil
        for case (let statistic, let number?) in statistics {
            add(subject, schema.schema) { $0.append(number, statistic, schema) }
        }
    }

    private mutating func addNested(_ nested: ForkDocument.Nested) {
        guard let type = nested.type else { return }
        for item in nested.items {
            switch type.kind {
            case .correlation: addCorrelation(item, type)
            case .heartbeatSeries: addHeartbeats(item, type)
            // Open mHealth has no schema for the other kinds.
            default: continue
            }
        }
    }

    /// Describes a quantity or category sample, or a total.
    func subject(_ quantity: ForkDocument.Quantity, _ type: SampleType) -> DataPointSubject {
        DataPointSubject(
            sample: quantity.id,
            type: type,
            start: quantity.start,
            end: quantity.end,
            zone: quantity.metadata.zone,
            source: document.source(of: quantity)?.shownName ?? (quantity.id == nil ? document.sharedSourceName : nil),
            isUserEntered: quantity.metadata.isUserEntered
        )
    }

    /// Describes a sample that is an item of its own.
    func subject(_ item: ForkDocument.Item, _ type: SampleType) -> DataPointSubject {
        DataPointSubject(
            sample: item.id,
            type: type,
            start: item.start,
            end: item.end,
            zone: item.metadata.zone,
            source: (item.source ?? document.onlySource)?.shownName,
            isUserEntered: item.metadata.isUserEntered
        )
    }
}
