import ChannelsProtocol

/// An object in a recording whose members are declared once, for writing and for reading:
///
///     static func form<Form: RecordedForm<Self>>(
///         _ form: inout Form
///     ) throws(Form.Failure) -> Self {
///         Self(attempt: try form("attempt", \.attempt), delay: try form("delay_ms", \.delay))
///     }
protocol RecordedStruct: RecordedObject {
    /// Makes the object from its members, in their order in a line. When it is written, each member
    /// is taken from the object, and the resulting copy is not used.
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self
}

protocol RecordedForm<Object> {
    associatedtype Object
    associatedtype Failure: Error

    mutating func part<Part>(
        _ part: (Object) -> Part, write: (Part, inout RecordedFields) -> Void,
        read: (RecordedFields) throws(RecordingFault) -> Part
    ) throws(Failure) -> Part
}

extension RecordedForm {
    mutating func callAsFunction<Value: RecordedValue>(
        _ key: String, _ value: (Object) -> Value
    ) throws(Failure) -> Value {
        try self.part(
            value, write: { value, fields in fields.add(key, value) },
            read: { (fields) throws(RecordingFault) in try fields.get(key) })
    }

    /// Left out if it has no value.
    mutating func callAsFunction<Value: RecordedValue>(
        _ key: String, _ value: (Object) -> Value?
    ) throws(Failure) -> Value? {
        try self.part(
            value, write: { value, fields in fields.add(key, value) },
            read: { (fields) throws(RecordingFault) in try fields.find(key) })
    }

    /// Left out if it has its usual value.
    mutating func callAsFunction<Value: RecordedValue & Equatable>(
        _ key: String, _ value: (Object) -> Value, usually usual: Value
    ) throws(Failure) -> Value {
        try self.part(
            value,
            write: { value, fields in
                if value != usual { fields.add(key, value) }
            },
            read: { (fields) throws(RecordingFault) in try fields.find(key) ?? usual })
    }

    mutating func members<Part: RecordedObject>(
        of part: (Object) -> Part
    ) throws(Failure) -> Part {
        try self.part(
            part, write: { part, fields in part.write(to: &fields) },
            read: { (fields) throws(RecordingFault) in try Part(from: fields) })
    }

    /// Members that are written among those of the object, and exist if the first one does.
    mutating func members<Part: RecordedObject>(
        from first: String, of part: (Object) -> Part?
    ) throws(Failure) -> Part? {
        try self.part(
            part, write: { part, fields in part?.write(to: &fields) },
            read: { (fields) throws(RecordingFault) in
                fields.has(first) ? try Part(from: fields) : nil
            })
    }

    /// A member that follows from others, for people and programs that read the line.
    mutating func derived(
        _ key: String, _ value: (Object) -> some RecordedValue
    ) throws(Failure) {
        _ = try self.part(
            { .some(value($0)) }, write: { value, fields in fields.add(key, value) },
            read: { _ in nil })
    }

    mutating func reportNumber(_ number: (Object) -> Int) throws(Failure) -> Int {
        try self.part(
            number, write: { number, fields in fields.add("number", number) },
            read: { (fields) throws(RecordingFault) in try fields.reportNumber() })
    }

    /// Written only: the reader already knows the kind of line.
    mutating func kind(_ word: String) throws(Failure) {
        try self.part({ _ in }, write: { $1.add("kind", word) }, read: { _ in })
    }
}

extension RecordedStruct {
    func write(to fields: inout RecordedFields) {
        var form = WritingForm(object: self, fields: fields)
        // So that the members are not copied.
        fields = RecordedFields()
        _ = Self.form(&form)
        fields = form.fields
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        var form = ReadingForm<Self>(fields: fields)
        self = try Self.form(&form)
    }
}

private struct WritingForm<Object>: RecordedForm {
    let object: Object
    var fields: RecordedFields

    mutating func part<Part>(
        _ part: (Object) -> Part, write: (Part, inout RecordedFields) -> Void,
        read: (RecordedFields) throws(RecordingFault) -> Part
    ) -> Part {
        let part = part(self.object)
        write(part, &self.fields)
        return part
    }
}

private struct ReadingForm<Object>: RecordedForm {
    let fields: RecordedFields

    mutating func part<Part>(
        _ part: (Object) -> Part, write: (Part, inout RecordedFields) -> Void,
        read: (RecordedFields) throws(RecordingFault) -> Part
    ) throws(RecordingFault) -> Part {
        try read(self.fields)
    }
}
