export type SettingsView = Record<string, unknown>

/** A part of the settings API whose values are kept outside config.ini. */
export interface Annex {
  /** Its keys and their current values. A key that is also an option's name replaces the option's own value. */
  shown(): SettingsView
  /** Whether the key can be set. */
  ownsKey?(key: string): boolean
  /** Checks the keys that it owns and returns a function that saves them. Throws Refusal when a value is wrong. */
  prepare?(change: SettingsView): () => Promise<unknown>
}
