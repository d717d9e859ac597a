import type { PendingLibrary } from './pending-library'

type None = Record<never, never>
type Get<Reply, Query = never, Params = None> = { params: Params; query: Query; body: never; reply: Reply }
type Send<Reply, Body = never, Params = None> = { params: Params; query: never; body: Body; reply: Reply }

export type Config = Record<string, unknown>
export type FolderListing = { path: string; parent: string | null; folders: { name: string; path: string }[] }
export type Network = {
  lan: boolean
  manage_remote: boolean
  port: number
  addresses: string[]
  opds_urls: string[]
}

/** Endpoints that the server's contract does not state yet, by hand. A line here goes when the contract has it. */
export interface Pending extends PendingLibrary {
  'GET /api/auth/check-setup': Get<{ success: boolean; needs_setup: boolean }>
  'GET /api/auth/check-session': Get<{ success: boolean; authenticated: boolean; username?: string }>
  'POST /api/auth/setup': Send<{ success: boolean }, { username: string; password: string; setup_token: string }>
  'POST /api/auth/login': Send<{ success: boolean; username: string }, { username: string; password: string }>
  'POST /api/auth/logout': Send<{ success: boolean }>
  'PUT /api/auth/account': Send<
    { success: boolean },
    { current_password: string; username?: string; new_password?: string }
  >
  'GET /api/config': Get<Config>
  'PUT /api/config': Send<{ success: boolean; restart_required?: string[] }, Config>
  'POST /api/config/api-key/regenerate': Send<{ success: boolean; api_key: string }>
  'GET /api/filesystem': Get<FolderListing, { path?: string }>
  'GET /api/system/network': Get<Network>
  'GET /api/health': Get<{ status: string; version?: string }>
}
