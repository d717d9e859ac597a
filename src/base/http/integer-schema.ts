import { type IntegerOptions, Type } from '@sinclair/typebox'

/**
 * A whole number of a reply. The framework's own (`t.Integer`) also reads text, for which it compiles a check when it is
 * made and walks through every reply; only requests need that.
 */
export const Integer = (options?: IntegerOptions) => Type.Integer(options)
