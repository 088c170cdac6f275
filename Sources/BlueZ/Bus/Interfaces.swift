// D-Bus's own interfaces.

/// Objects below a path, with their coming and going.
let objectManagerInterface = "org.freedesktop.DBus.ObjectManager"
/// Properties of an object.
let propertiesInterface = "org.freedesktop.DBus.Properties"
