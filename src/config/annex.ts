export type SettingsView = Record<string, unknown>

/** What stands among the settings of the wire and is kept elsewhere. */
export interface Annex {
  /** Its keys and what they say now. One may take the name of an option, and then says more than that. */
  shown(): SettingsView
  /** Whether the key can be set. */
  takes?(key: string): boolean
  /** Looks at keys that it takes, and answers what carries them out. Throws Refusal when one is wrong. */
  prepare?(asked: SettingsView): () => Promise<unknown>
}
