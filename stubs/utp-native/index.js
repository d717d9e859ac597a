// Deliberately empty: uTP is never used.
module.exports = {}
