import Options

extension WebhookSendOptions.Example {
    /// The JSON of a document of a made-up person.
    var document: String {
        switch self {
        case .sleep:
            #"""
            {"id":"sleep/4578EBD3-93AB-585A-8199-129B59508345","connection_id":"example","type":"sleep",\#
            "start_date":734990640,"end_date":735018840,"time_zone":"Europe/Vilnius","user_id":"example",\#
            "collected_at":735019440,"source":[{"bundleIdentifier":"com.ouraring.oura","name":"Watch",\#
            "productType":"iPhone15,2","version":"4.21"}],"meta_data":{},\#
            "data":[{"id":"4578EBD3-93AB-585A-8199-129B59508345","name":"sleep","start_date":734990640,\#
            "end_date":735018840,"data":{"sleep":[{"id":"0C975597-3949-5D54-9DAC-34F35FA6698A",\#
            "start_date":734990640,"end_date":734990940,"value":{"quantity":2,"unit":"Awake"},\#
            "type":"HKCategoryTypeIdentifierSleepAnalysis"},{"id":"17DDBBD6-9AE6-5DC0-BC21-8C69DED41BD5",\#
            "start_date":734990940,"end_date":734999940,"value":{"quantity":3,"unit":"Core"},\#
            "type":"HKCategoryTypeIdentifierSleepAnalysis"},{"id":"CF7A8F4C-B7B0-58B0-B0BC-9E580AAD269E",\#
            "start_date":734999940,"end_date":735005340,"value":{"quantity":4,"unit":"Deep"},\#
            "type":"HKCategoryTypeIdentifierSleepAnalysis"},{"id":"D760CA13-2EDD-518A-AD91-4E9770FC3567",\#
            "start_date":735005340,"end_date":735013440,"value":{"quantity":3,"unit":"Core"},\#
            "type":"HKCategoryTypeIdentifierSleepAnalysis"},{"id":"A7CBDE6D-7FC3-54AA-936A-7E16F75614E5",\#
            "start_date":735013440,"end_date":735018840,"value":{"quantity":5,"unit":"REM"},\#
            "type":"HKCategoryTypeIdentifierSleepAnalysis"}]},"meta_data":{"asleep":{"quantity":27900,\#
            "unit":"s"},"awake":{"quantity":300,"unit":"s"},"awakenings":{"quantity":0,"unit":"count"},\#
            "core":{"quantity":17100,"unit":"s"},"deep":{"quantity":5400,"unit":"s"},\#
            "efficiency":{"quantity":0.9893617021276596,"unit":"%"},"in_bed":{"quantity":0,"unit":"s"},\#
            "latency":{"quantity":300,"unit":"s"},"primary":{"quantity":0,"unit":"bool"},\#
            "recorded":{"quantity":28200,"unit":"s"},"rem":{"quantity":5400,"unit":"s"},\#
            "unspecified":{"quantity":0,"unit":"s"}}}]}
            """#
        case .steps:
            #"""
            {"id":"steps/2024-04-17","connection_id":"example","type":"steps","start_date":734994000,\#
            "end_date":735080400,"time_zone":"Europe/Vilnius","user_id":"example","collected_at":735080400,\#
            "source":[{"bundleIdentifier":"com.apple.health.5D0A91C4","name":"Watch","productType":"Watch6,\#
            9","version":"10.4"}],"meta_data":{},"data":[{"id":"C7E3E432-EC8B-587D-9FE8-145B450D45AC",\#
            "name":"steps","start_date":734994000,"end_date":735080400,\#
            "data":{"steps":[{"start_date":734994000,"end_date":735080400,"value":{"quantity":8832,\#
            "unit":"count"},"type":"sum"}]}}]}
            """#
        case .workouts:
            #"""
            {"id":"workouts/C9BC4C70-94F0-59EA-9BE3-463E9D14B5E5","connection_id":"example",\#
            "type":"workouts","start_date":735080400,"end_date":735084300,"time_zone":"America/New_York",\#
            "user_id":"example","collected_at":735085440,\#
            "source":[{"bundleIdentifier":"com.apple.health.77E10B3A","name":"Watch","productType":"Watch7,\#
            1","version":"10.4"}],"meta_data":{},"data":[{"id":"C9BC4C70-94F0-59EA-9BE3-463E9D14B5E5",\#
            "name":"Running","start_date":735080400,"end_date":735084300,\#
            "data":{"HKQuantityTypeIdentifierActiveEnergyBurned":[{"start_date":735080400,\#
            "end_date":735084300,"value":{"quantity":512,"unit":"kcal"},"type":"sum"}],\#
            "HKQuantityTypeIdentifierHeartRate":[{"start_date":735080400,"end_date":735084300,\#
            "value":{"quantity":148.6769230769231,"unit":"count/min"},"type":"average","count":65},\#
            {"start_date":735080400,"end_date":735084300,"value":{"quantity":96,"unit":"count/min"},\#
            "type":"minimum"},{"start_date":735080400,"end_date":735084300,"value":{"quantity":177,\#
            "unit":"count/min"},"type":"maximum"}]},"meta_data":{"HKIndoorWorkout":{"quantity":0,\#
            "unit":"bool"},"HKTimeZone":{"quantity":0,"unit":"America/New_York"},\#
            "duration":{"quantity":3780,"unit":"TimeInterval"}},\#
            "source":{"bundleIdentifier":"com.apple.health.77E10B3A","name":"Ben's Apple Watch",\#
            "productType":"Watch7,1","version":"10.4"}}]}
            """#
        }
    }
}
