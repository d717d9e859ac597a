/** Query parameters as the apps write them. Unknown ones are ignored, and so are values that cannot be meant. */

const DEFAULT_SIZE = 20
const MOST_SIZE = 2000
/** More values than any app sends. */
const MOST_VALUES = 1000

export interface PageRequest {
  /** Counted from 0. */
  page: number
  size: number
  /** Everything as one page. */
  unpaged: boolean
}

export interface Sort {
  key: string
  descending: boolean
}

export class AppQuery {
  constructor(private readonly fields: URLSearchParams) {}

  /** Repeated, separated by commas, or with `[]` behind the name. */
  list(name: string): string[] {
    const values = [...this.fields.getAll(name), ...this.fields.getAll(`${name}[]`)]
    return values
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '')
      .slice(0, MOST_VALUES)
  }

  /** Repeated values that may contain commas. */
  whole(name: string): string[] {
    return [...this.fields.getAll(name), ...this.fields.getAll(`${name}[]`)].slice(0, MOST_VALUES)
  }

  text(name: string): string | undefined {
    return this.fields.get(name)?.trim() || undefined
  }

  flag(name: string): boolean | undefined {
    const value = this.fields.get(name)?.toLowerCase()
    return value === 'true' ? true : value === 'false' ? false : undefined
  }

  get paging(): PageRequest {
    const size = this.number('size') ?? DEFAULT_SIZE
    return {
      page: this.number('page') ?? 0,
      size: size < 1 ? DEFAULT_SIZE : Math.min(size, MOST_SIZE),
      unpaged: this.flag('unpaged') === true,
    }
  }

  /** One app joins two orders without a separator: the first two parts are the first of them. */
  get sorts(): Sort[] {
    return this.whole('sort').flatMap((value) => {
      const [key = '', direction = ''] = value.split(',')
      return key === '' ? [] : { key: key.trim(), descending: /^desc/i.test(direction.trim()) }
    })
  }

  private number(name: string): number | undefined {
    const value = this.fields.get(name) ?? ''
    return /^\d{1,9}$/.test(value) ? Number(value) : undefined
  }
}
