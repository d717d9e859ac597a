import type { ClientRow } from './store'

/** A client that a row of the settings stands for: it is called as its row. */
export abstract class OfRow<Deps extends { row: ClientRow }> {
  constructor(protected readonly deps: Deps) {}

  get name(): string {
    return this.deps.row.client_id
  }

  get label(): string {
    return this.deps.row.name
  }
}
