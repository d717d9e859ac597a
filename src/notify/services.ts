import type { Mail, Programs } from '../platform/ports'
import { apprise } from './services/apprise'
import type { Caller } from './services/deliver'
import { desktop, type Machine } from './services/desktop'
import { discord } from './services/discord'
import { email } from './services/email'
import { gotify } from './services/gotify'
import { matrix } from './services/matrix'
import { ntfy } from './services/ntfy'
import { pushover } from './services/pushover'
import type { Service } from './services/service'
import { slack } from './services/slack'
import { telegram } from './services/telegram'
import { webhook } from './services/webhook'
import type { NoticeService } from './states'

export type Services = Readonly<Record<NoticeService, Service>>

interface World extends Caller {
  programs: Programs
  mail: Mail
  machine: Machine
}

/** All notification services. */
export function makeServices(world: World): Services {
  return {
    desktop: desktop(world),
    discord: discord(world),
    slack: slack(world),
    telegram: telegram(world),
    pushover: pushover(world),
    ntfy: ntfy(world),
    gotify: gotify(world),
    apprise: apprise(world),
    matrix: matrix(world),
    email: email(world),
    webhook: webhook(world),
  }
}
