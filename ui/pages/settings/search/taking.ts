import type { Config } from '../../../api/contract'
import { type About, plainSettings } from '../../../forms/plain-setting'
import type { Save } from '../../../forms/saving'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { NumberField, Switch } from '../../../parts/controls/field'

/** Which releases are good enough. What these refuse can still be taken by hand. */
export function takingSection(config: Config, save: Save): Section {
  const { turn, choose, number, text } = plainSettings(config, save)
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
      text({
        key: 'ignore_search_words',
        label: 'Words to refuse',
        about: 'A release whose name has one of them is refused. Words are separated by commas.',
        usual: 'none',
        words: 'ignore block black list',
      }),
      text({
        key: 'search_languages',
        label: 'Languages',
        about: 'Codes such as en, fr. A release that names no language counts as one of them.',
        usual: 'en',
        words: 'language translation',
      }),
      choose(
        {
          key: 'preferred_quality',
          label: 'Format to prefer',
          about: 'Decides between releases that are equally good. Nothing is refused for it.',
          usual: 'any',
          words: 'cbr cbz quality',
          saved: 'The format to prefer',
        },
        [
          { value: '0', label: 'Any' },
          { value: '2', label: 'CBZ' },
          { value: '1', label: 'CBR' },
        ],
      ),
      turn({
        key: 'ignore_covers',
        label: 'Refuse covers alone',
        about: 'Releases that hold nothing but covers are refused.',
        usual: 'on',
        words: 'cover only variant',
        saved: 'Refusing covers alone',
      }),
      number(
        {
          key: 'usenet_retention',
          label: 'How long your usenet provider keeps posts',
          about: 'Older releases are refused: their parts are gone. 0 takes any age.',
          usual: '3500 days',
          words: 'retention age nzb',
        },
        { unit: 'days', max: 20_000 },
      ),
      number(
        {
          key: 'minseeds',
          label: 'Fewest seeders',
          about: 'A torrent with fewer is refused.',
          usual: '0',
          words: 'torrent seeds peers',
        },
        { unit: 'seeders', max: 10_000 },
      ),
    ],
  }
}

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
