import type { Contract } from '../../src/contract'
import type { UndescribedEndpoints } from './pending'

type Entry = { params: unknown; query: unknown; body: unknown; reply: unknown }
/** Every endpoint that pages can call. The server's contract wins over types written by hand. */
type All = Contract & Omit<UndescribedEndpoints, keyof Contract>
export type Endpoint = keyof All & string
type At<N extends Endpoint> = All[N] extends Entry ? All[N] : never

export type Reply<N extends Endpoint> = At<N>['reply']
type Part<K extends string, T> = [T] extends [never]
  ? Record<never, never>
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }
export type Input<N extends Endpoint> = Part<'params', At<N>['params']> &
  Part<'query', At<N>['query']> &
  Part<'body', At<N>['body']>
/** The input argument is left out where an endpoint needs none. */
export type EndpointArgs<N extends Endpoint> =
  Record<never, never> extends Input<N> ? [input?: Input<N>] : [input: Input<N>]

/** Every setting by its key, as the server shows them. */
export type Config = Reply<'GET /api/config'>
/** A setting as the server describes it, with its current value. */
export type { OptionState } from '../../src/base/config/option-row'
export type { OptionName } from '../../src/base/config/options'
