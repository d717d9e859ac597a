let last = '/library'

/** The address of the library with its last filters, for the link back from a series. */
export const lastView = {
  get: () => last,
  set: (url: string) => {
    last = url
  },
}
