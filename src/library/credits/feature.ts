import { NameIndexer } from './name-indexer'
import { Names } from './service'
import { Spellings } from './spellings'

type Deps = ConstructorParameters<typeof NameIndexer>[0] & Omit<ConstructorParameters<typeof Names>[0], 'indexer'>

/** The people, characters, publishers and other names of the library, and the worker that reads them. */
export function makeNames(deps: Deps) {
  const nameIndexer = new NameIndexer(deps)
  return {
    nameIndexer,
    names: new Names({ ...deps, indexer: nameIndexer }),
    spellings: new Spellings({ ...deps, indexer: nameIndexer }),
  }
}
