import type { Mail, Programs } from '../../base/platform/ports'
import { apprise } from './services/apprise'
import type { ServiceCaller } from './services/deliver'
import { desktop, type Machine } from './services/desktop'
import { discord } from './services/discord'
import { email } from './services/email'
import { gotify } from './services/gotify'
import { matrix } from './services/matrix'
import { ntfy } from './services/ntfy'
import { pushover } from './services/pushover'
import type { TargetService } from './services/service'
import { slack } from './services/slack'
import { telegram } from './services/telegram'
import { webhook } from './services/webhook'
import type { NoticeService } from './states'

export type Services = Readonly<Record<NoticeService, TargetService>>

interface ServiceDeps extends ServiceCaller {
  programs: Programs
  mail: Mail
  machine: Machine
}

/** All notification services. */
export function makeServices(deps: ServiceDeps): Services {
  return {
    desktop: desktop(deps),
    discord: discord(deps),
    slack: slack(deps),
    telegram: telegram(deps),
    pushover: pushover(deps),
    ntfy: ntfy(deps),
    gotify: gotify(deps),
    apprise: apprise(deps),
    matrix: matrix(deps),
    email: email(deps),
    webhook: webhook(deps),
  }
}
