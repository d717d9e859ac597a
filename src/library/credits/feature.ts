import { Names } from './service'
import { Spellings } from './spellings'

type Deps = ConstructorParameters<typeof Names>[0]

/** The people, characters, publishers and other names of the library. */
export const makeNames = (deps: Deps) => ({ names: new Names(deps), spellings: new Spellings(deps) })
