import type { State } from './state.ts'

/** The state's symbol as on the map, distinguished by shape as well as colour. */
export function StateMark({ state, offline = false }: { state: State; offline?: boolean }) {
  const absent = state === 'never' || state === 'inactive'
  const colour = `var(--${absent ? 'offline' : state})`
  const hollow = offline || absent || state === 'offline'
  const paint = { fill: hollow ? 'none' : colour, stroke: colour, strokeWidth: hollow ? 2 : 0 }
  return (
    <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true" style={{ flex: 'none' }}>
      {state === 'outside' ? (
        <>
          <circle r="8" fill="none" stroke={colour} strokeWidth="1.4" />
          <path d="M0-4.4 4.4 0 0 4.4-4.4 0z" {...paint} strokeWidth={hollow ? 1.75 : 0} />
        </>
      ) : (
        <circle r={hollow ? 4 : 5} {...paint} strokeDasharray={state === 'never' ? '2 1.6' : undefined} />
      )}
      {state === 'inactive' && <path d="M-6 6 6-6" stroke={colour} strokeWidth="1.5" />}
      {state === 'unknown' && <circle r="1.9" fill="var(--surface)" />}
    </svg>
  )
}
