import type { Config } from '../api/contract'
import { html } from '../html'
import { type Choice, NumberField, SelectField, Switch, TextField } from '../parts/controls/field'
import { OneFolder } from './folder-list'
import type { Save } from './saving'
import type { Setting } from './setting'

/** A setting that is one option of the server: its key and words, and how it is called once it is saved. */
export type About = Omit<Setting, 'control'> & { saved?: string }
type Bounds = { unit: string; min?: number; max: number }
type FolderWords = { none: string; choose: string }

/** Makes settings that are kept as soon as they are changed. */
export function plainSettings(config: Config, save: Save) {
  const control = (
    { saved = '', ...about }: About,
    made: (keep: (value: unknown) => unknown) => Setting['control'],
  ) => ({
    ...about,
    control: made((value) => save(about.key, value, saved || about.label)),
  })
  // Some choices are numbers to the server.
  const kept = ({ key }: About, keep: (value: unknown) => unknown) =>
    typeof config[key] === 'number' ? (value: string) => keep(Number(value)) : keep
  const shared = ({ label }: About) => ({ label, unlabelled: true })
  return {
    turn: (about: About): Setting =>
      control(
        about,
        (keep) => html`<${Switch} ...${{ ...shared(about), on: config[about.key] === true, onChange: keep }} />`,
      ),
    choose: (about: About, choices: readonly Choice[]): Setting =>
      control(
        about,
        (keep) =>
          html`<${SelectField} ...${{ ...shared(about), value: String(config[about.key] ?? ''), choices, onChange: kept(about, keep) }} />`,
      ),
    number: (about: About, { min = 0, ...bounds }: Bounds): Setting =>
      control(
        about,
        (keep) =>
          html`<${NumberField} ...${{ ...shared(about), value: Number(config[about.key] ?? 0), min, ...bounds, onChange: keep }} />`,
      ),
    text: (about: About): Setting => {
      const value = String(config[about.key] ?? '')
      return control(about, (keep) => {
        const onChange = (next: string) => next.trim() !== value && keep(next.trim())
        return html`<${TextField} ...${{ ...shared(about), value, onChange }} />`
      })
    },
    /** `none` names the way to have none, `choose` the way to one. */
    folder: (about: About, words: FolderWords): Setting => {
      const path = String(config[about.key] ?? '')
      return control({ wide: true, ...about }, (keep) => html`<${OneFolder} ...${{ path, words, onChange: keep }} />`)
    },
  }
}
