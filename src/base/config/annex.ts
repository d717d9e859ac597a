export type SettingsView = Record<string, unknown>

/** Settings that the settings API shows and changes, but whose values are stored outside config.ini. */
export interface Annex {
  /** The annex's keys and their current values. A key that is also an option's name replaces the option's own value. */
  shown(): SettingsView
  /** Whether the key can be set. */
  ownsKey?(key: string): boolean
  /** Checks the annex's keys and returns a function that saves them. Throws Refusal for an invalid value. */
  prepare?(change: SettingsView): () => Promise<unknown>
}
