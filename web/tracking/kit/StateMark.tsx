import type { Doing, State } from './state.ts'

/**
 * The state's symbol as on the map, distinguished by shape as well as colour.
 *
 * @param doing where that is known, its shape is the marker's
 */
export function StateMark({ state, offline = false, doing, heading = 0 }: Props) {
  const absent = state === 'never' || state === 'inactive'
  const colour = `var(--${absent ? 'offline' : state})`
  const hollow = offline || absent || state === 'offline' || doing === 'no_data'
  const paint = { fill: hollow ? 'none' : colour, stroke: colour, strokeWidth: hollow ? 2 : 0 }
  const moves = !hollow && (doing === 'moving' || doing === 'towed')
  return (
    <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true" style={{ flex: 'none' }}>
      {state === 'outside' && <circle r="8" fill="none" stroke={colour} strokeWidth="1.4" />}
      {moves ? (
        <path
          d="M0-10 7.5 8 0 4.5-7.5 8z"
          transform={`rotate(${heading ?? 0}) scale(${state === 'outside' ? 0.5 : 0.8})`}
          {...paint}
        />
      ) : state === 'outside' ? (
        <path d="M0-4.4 4.4 0 0 4.4-4.4 0z" {...paint} strokeWidth={hollow ? 1.75 : 0} />
      ) : (
        <circle r={hollow ? 4 : 5} {...paint} strokeDasharray={state === 'never' ? '2 1.6' : undefined} />
      )}
      {state === 'inactive' && <path d="M-6 6 6-6" stroke={colour} strokeWidth="1.5" />}
      {!hollow && doing === 'idling' ? (
        <path d="M-1.6-2.2V2.2M1.6-2.2V2.2" stroke="var(--surface)" strokeWidth="1.5" />
      ) : (
        state === 'unknown' && !moves && <circle r="1.9" fill="var(--surface)" />
      )}
    </svg>
  )
}

type Props = { state: State; offline?: boolean; doing?: Doing | undefined; heading?: number | null | undefined }
