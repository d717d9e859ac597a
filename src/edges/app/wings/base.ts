import { Timeline } from '../../../base/activity/service'
import type { Authentication } from '../../../base/auth/feature'
import { SettingsService } from '../../../base/config/service'
import type { Bus } from '../../../base/events/bus'
import { EventStreams } from '../../../base/events/stream'
import { UnpackHelper } from '../../../base/formats/helper/unpacker'
import { guardModelKey } from '../../../base/llm/key-guard'
import { LanguageModel } from '../../../base/llm/service'
import { ServiceClocks } from '../../../base/outbound/service-clocks'
import { withOwnHandles } from '../../../base/platform/own-handles'
import { Operations } from '../../../base/work/operations'
import { Timetable } from '../../../base/work/timetable'
import { checkKinds } from '../../../intake/imports/folders/check-kinds'
import { configuredFolders } from '../../../intake/imports/folders/configured'
import { checkFormats } from '../../../library/filing/check-formats'
import type { Dependencies } from '../dependencies'

export type BaseServices = ReturnType<typeof composeBase>

/** Composes what every wing uses: ports, settings, and the services of the base. */
export function composeBase(dependencies: Dependencies, authentication: Authentication) {
  const { db, config, bus } = dependencies
  const services = new ServiceClocks(dependencies.ports.clock)
  const ports = {
    ...dependencies.ports,
    files: withOwnHandles(dependencies.ports.files),
    http: services.over(dependencies.ports.http),
  }
  const { clock, random, processes, files, log } = ports
  const subscribe: Bus['subscribe'] = (listener) => bus.subscribe(listener)
  const settings = new SettingsService({ config, files, version: dependencies.version })
  settings.checkedBy(checkFormats, checkKinds(config), guardModelKey(config))
  return {
    ...dependencies,
    ...authentication,
    ...ports,
    ports,
    services,
    subscribe,
    settings,
    operations: new Operations({ db, clock, random, log }),
    timetable: new Timetable({ db, clock, log }),
    languageModel: new LanguageModel({ ...ports, db, config }),
    folders: configuredFolders(config),
    unpacker: new UnpackHelper({ processes, clock }),
    timeline: new Timeline({ db, clock }),
    streams: new EventStreams({ bus, clock, instance: dependencies.instance }),
  }
}
