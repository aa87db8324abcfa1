internal import CKammerton

/// The version of the program and of everything that is built with it, by <https://semver.org>.
///
/// `kammerton.h` says it, and `Scripts/version` reads it there for packages.
package let programVersion = "\(KTN_VERSION_MAJOR).\(KTN_VERSION_MINOR).\(KTN_VERSION_PATCH)"
