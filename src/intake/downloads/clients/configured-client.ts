import type { ClientRow } from './store'

/** A client made from a row of the settings, with the name of its row. */
export abstract class ConfiguredClient<Deps extends { row: ClientRow }> {
  constructor(protected readonly deps: Deps) {}

  get name(): string {
    return this.deps.row.client_id
  }

  get label(): string {
    return this.deps.row.name
  }
}
