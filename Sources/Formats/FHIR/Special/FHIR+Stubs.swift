import Vocabulary

/// The kinds of samples that have a form of their own.
extension FHIR.Bundle {
    mutating func addNight(_ item: ForkDocument.Item) {}
    mutating func addWorkout(_ item: ForkDocument.Item) {}
    mutating func addMotion(_ item: ForkDocument.Item) {}
    mutating func addCharacteristics(_ item: ForkDocument.Item) {}
    mutating func addElectrocardiograms(_ items: [ForkDocument.Item], _ type: SampleType) {}
    mutating func addHeartbeats(_ items: [ForkDocument.Item], _ type: SampleType) {}
    mutating func addClinicalRecords(_ items: [ForkDocument.Item], _ type: SampleType) {}
    mutating func addAssessments(_ items: [ForkDocument.Item], _ type: SampleType) {}
    mutating func addFields(_ items: [ForkDocument.Item], _ type: SampleType) {}
}
