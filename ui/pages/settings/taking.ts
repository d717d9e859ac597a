import type { Config } from '../../api/contract'
import { html } from '../../html'
import { NumberField, SelectField, Switch, TextField } from '../../parts/field'
import type { Save } from './saving'
import type { Section, Setting } from './setting'

/** Which releases are good enough. What these refuse can still be taken by hand. */
export function takingSection(config: Config, save: Save): Section {
  return {
    key: 'taking',
    title: 'What to take',
    settings: [
      size(config, save, {
        key: 'minsize',
        label: 'Smallest release',
        about: 'What is smaller is likely a sample or a picture. Counted for each issue of a pack.',
      }),
      size(config, save, {
        key: 'maxsize',
        label: 'Largest release of one issue',
        about: 'What is larger is refused. Counted for each issue of a pack.',
      }),
      text(config, save, {
        key: 'ignore_search_words',
        label: 'Words to refuse',
        about: 'A release whose name has one of them is refused. Words are separated by commas.',
        usual: 'none',
        words: 'ignore block black list',
      }),
      text(config, save, {
        key: 'search_languages',
        label: 'Languages',
        about: 'Codes such as en, fr. A release that names no language counts as one of them.',
        usual: 'en',
        words: 'language translation',
      }),
      {
        key: 'preferred_quality',
        label: 'Format to prefer',
        about: 'Decides between releases that are equally good. Nothing is refused for it.',
        usual: 'any',
        words: 'cbr cbz quality',
        control: html`<${SelectField} ...${{
          label: 'Format to prefer',
          unlabelled: true,
          value: String(config.preferred_quality ?? 0),
          choices: [
            { value: '0', label: 'Any' },
            { value: '2', label: 'CBZ' },
            { value: '1', label: 'CBR' },
          ],
          onChange: (value: string) => save('preferred_quality', Number(value), 'The format to prefer'),
        }} />`,
      },
      {
        key: 'ignore_covers',
        label: 'Refuse covers alone',
        about: 'Releases that hold nothing but covers are refused.',
        usual: 'on',
        words: 'cover only variant',
        control: html`<${Switch} ...${{ label: 'Refuse covers alone', unlabelled: true, on: config.ignore_covers === true, onChange: (on: boolean) => save('ignore_covers', on, 'Refusing covers alone') }} />`,
      },
      number(config, save, {
        key: 'usenet_retention',
        label: 'How long your usenet provider keeps posts',
        about: 'Older releases are refused: their parts are gone. 0 takes any age.',
        usual: '3500 days',
        words: 'retention age nzb',
        unit: 'days',
        max: 20_000,
      }),
      number(config, save, {
        key: 'minseeds',
        label: 'Fewest seeders',
        about: 'A torrent with fewer is refused.',
        usual: '0',
        words: 'torrent seeds peers',
        unit: 'seeders',
        max: 10_000,
      }),
    ],
  }
}

type About = Omit<Setting, 'control'>

/** A limit that can be off: older tools keep whether and how much apart. */
function size(config: Config, save: Save, about: About): Setting {
  const { key, label } = about
  const use = `use_${key}`
  const on = config[use] === true
  const megabytes = Number(config[key] ?? 0)
  const field = {
    label: `${label}, in megabytes`,
    unlabelled: true,
    value: megabytes,
    min: 0,
    max: 1_000_000,
    unit: 'MB',
    onChange: (value: number) => save(key, value, label),
  }
  const turn = { label, unlabelled: true, on, onChange: (next: boolean) => save(use, next, label) }
  const control = html`<div class="size-limit">${on && html`<${NumberField} ...${field} />`}<${Switch} ...${turn} /></div>`
  return { ...about, usual: 'off', words: 'size megabytes minimum maximum limit', control }
}

function text(config: Config, save: Save, about: About): Setting {
  const { key, label } = about
  const value = String(config[key] ?? '')
  const onChange = (next: string) => next.trim() !== value && save(key, next.trim(), label)
  return { ...about, control: html`<${TextField} ...${{ label, unlabelled: true, value, onChange }} />` }
}

function number(config: Config, save: Save, { unit, max, ...about }: About & { unit: string; max: number }): Setting {
  const { key, label } = about
  const value = Number(config[key] ?? 0)
  const onChange = (next: number) => save(key, next, label)
  return {
    ...about,
    control: html`<${NumberField} ...${{ label, unlabelled: true, value, min: 0, max, unit, onChange }} />`,
  }
}
