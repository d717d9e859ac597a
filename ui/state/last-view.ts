let last = '/library'

/** The library as it was last looked at, with its filters: the way back from a series. */
export const lastView = {
  get: () => last,
  set: (url: string) => {
    last = url
  },
}
