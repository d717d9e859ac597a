import { type IntegerOptions, Type } from '@sinclair/typebox'

/**
 * A whole number in a reply. The framework's own (`t.Integer`) also accepts text, for which it compiles a check when
 * the schema is made and walks through every reply; only requests need that.
 */
export const Integer = (options?: IntegerOptions) => Type.Integer(options)
