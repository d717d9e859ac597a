import type { AppEvent } from './types'

export interface WireEvent {
  event: string
  data: Record<string, unknown>
}

/**
 * The event as the stream sends it; undefined for internal events. A new event without a line here does not compile.
 */
export function toWire(event: AppEvent): WireEvent | undefined {
  switch (event.type) {
    case 'series.changed':
      return { event: 'series.changed', data: { comic_id: event.comic_id } }
    case 'issue.changed':
      return { event: 'issue.changed', data: { issue_id: event.issue_id, comic_id: event.comic_id } }
    case 'reading.changed':
      return { event: 'reading.changed', data: { issue_id: event.issue_id, comic_id: event.comic_id } }
    case 'readlist.changed':
      return { event: 'readlist.changed', data: { list_id: event.list_id } }
    case 'collection.changed':
      return { event: 'collection.changed', data: { collection_id: event.collection_id } }
    case 'views.changed':
      return { event: 'views.changed', data: {} }
    case 'request.changed':
      return { event: 'request.changed', data: { request_id: event.request_id } }
    case 'arc.changed':
      return { event: 'arc.changed', data: { arc_id: event.arc_id } }
    case 'user.changed':
      return { event: 'user.changed', data: { user_id: event.user_id } }
    case 'library.changed':
      return { event: 'library.changed', data: {} }
    case 'inbox.changed':
      return { event: 'inbox.changed', data: {} }
    case 'operation.changed':
      return {
        event: 'operation.changed',
        data: { operation_id: event.operation_id, kind: event.kind, state: event.state },
      }
    case 'import.progress': {
      const { type: _type, ...progress } = event
      return { event: 'import_progress', data: progress }
    }
    case 'migration.progress':
      return { event: 'migration_progress', data: { ...event.progress } }
    case 'search.changed':
      return {
        event: 'search.changed',
        data: { run_id: event.run_id, ...(event.issue_id === undefined ? {} : { issue_id: event.issue_id }) },
      }
    case 'acquisition.changed':
      return { event: 'acquisition.changed', data: {} }
    case 'repair.changed':
      return { event: 'repair.changed', data: { run_id: event.run_id } }
    case 'interactive.changed': {
      const { type: _type, sid: _sid, ...search } = event
      return { event: 'interactive_search', data: search }
    }
    case 'activity.added':
      return { event: 'activity', data: { ...event.row } }
    case 'download.changed': {
      const { type: _type, ...change } = event
      return { event: 'download.changed', data: change }
    }
    case 'download.progress': {
      const { type: _type, ...progress } = event
      return { event: 'download_progress', data: progress }
    }
    case 'status.changed': {
      const { type: _type, ...counts } = event
      return { event: 'status', data: counts }
    }
    case 'clients.changed':
      return { event: 'clients.changed', data: {} }
    case 'indexers.changed':
      return { event: 'indexers.changed', data: {} }
    case 'providers.changed':
      return { event: 'providers.changed', data: {} }
    case 'names.changed':
      return { event: 'names.changed', data: {} }
    case 'health.changed':
      return { event: 'health.changed', data: {} }
    case 'logs.rotated':
      return { event: 'log_rotated', data: { rotated: event.rotated } }
    case 'backups.changed':
      return { event: 'backups.changed', data: {} }
    case 'update.changed':
      return { event: 'update.changed', data: {} }
    case 'notices.changed':
      return { event: 'notices.changed', data: {} }
    case 'releases.changed':
      return { event: 'releases.changed', data: {} }
    case 'ai.called': {
      const { type: _type, ...call } = event
      return { event: 'ai_activity', data: call }
    }
    case 'config.changed':
      return { event: 'config_changed', data: { keys: event.keys } }
    case 'shutdown':
      return { event: 'shutdown', data: { message: event.message } }
    case 'restart':
      return { event: 'restart', data: { message: event.message } }
    case 'session.ended':
      return undefined // only this session's own stream closes
  }
}

/** Whether a browser session gets the event. */
export function isFor(event: AppEvent, sid: string): boolean {
  return event.type !== 'interactive.changed' || event.sid === sid
}
