/// The version of the program and of everything that is built with it, by <https://semver.org>.
///
/// This line is the only definition: `Scripts/version` reads it for packages.
package let programVersion = "0.1.0"
