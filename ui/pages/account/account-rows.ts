import type { Input, Reply } from '../../api/contract'
import type { Section } from '../../forms/setting'
import { html } from '../../html'
import { LogOut } from '../../panels/log-out'
import { LoginChange } from '../../panels/login-change'
import { type Colour, ColourChoice } from '../../parts/controls/colour-choice'
import { SelectField, Switch } from '../../parts/controls/field'
import { exactWords } from '../../parts/text/clock-words'
import { numberWords } from '../../parts/text/format'
import { localeChoices } from './date-locales'
import { PictureRow } from './picture-row'
import { PinRow } from './pin-row'

export type Account = Reply<'GET /api/account'>
/** Saves a change. Returns whether it was saved. */
export type ChangeAccount = (change: Input<'PATCH /api/account'>['body']) => Promise<boolean>
export type AccountRowsProps = { account: Account; busy: boolean; error?: string; change: ChangeAccount }

/** The settings that each user has alone. */
export function accountSections({ account, busy, error, change }: AccountRowsProps): Section[] {
  const { name, role, colour, share_reading, date_locale, has_pin } = account
  const language = {
    label: 'Dates and numbers',
    unlabelled: true,
    value: date_locale ?? '',
    choices: localeChoices(date_locale),
    onChange: (value: string) => change({ date_locale: value || null }),
  }
  const share = {
    label: 'Let the owner see what I read',
    unlabelled: true,
    on: share_reading,
    onChange: (on: boolean) => change({ share_reading: on }),
  }
  return [
    {
      key: 'you',
      title: 'You',
      settings: [
        {
          key: 'picture',
          label: 'Picture',
          about: 'Shown where you switch users. Without a picture your initials are shown.',
          control: html`<${PictureRow} account=${account} busy=${busy} error=${error} change=${change} />`,
        },
        {
          key: 'colour',
          label: 'Colour',
          about: 'The background of your initials.',
          control: html`<${ColourChoice} unlabelled value=${colour} onChange=${(next: Colour) => change({ colour: next })} />`,
        },
        {
          key: 'login',
          label: 'Name and password',
          about: `You are logged in as ${name}. Reading apps use the same name and password.`,
          control: html`<${LoginChange} username=${name} />`,
        },
        {
          key: 'pin',
          label: 'PIN for this device',
          about:
            'Switches to you on this device without your password. It opens the readers’ pages only, and five wrong PINs delete it.',
          help: 'users#share-a-tablet',
          control: html`<${PinRow} hasPin=${has_pin} />`,
        },
        {
          key: 'language',
          label: 'Dates and numbers',
          about: `The format of dates, times and numbers, such as ${exactWords(new Date().toISOString())} and ${numberWords(1234567)}.`,
          control: html`<${SelectField} ...${language} />`,
        },
        ...(role === 'owner'
          ? []
          : [
              {
                key: 'share',
                label: 'Let the owner see what I read',
                about:
                  'Shows the issues that you read last under Users. Off, only the time of your last visit is shown there.',
                control: html`<${Switch} ...${share} />`,
              },
            ]),
        {
          key: 'logout',
          label: 'Log out',
          about: 'Ends the login in this browser only.',
          control: html`<${LogOut} />`,
        },
      ],
    },
  ]
}
