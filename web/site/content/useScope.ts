import { useSession } from '../../core/session.ts'
import { useFilter } from '../../kit/lists/SelectFilter.tsx'

/** For whom pages and FAQs are listed and written: the current organisation, or the installation (`?of=installation`). */
export function useScope() {
  const { user, organisation_id } = useSession()
  const [of, change] = useFilter('of', ['installation'])
  const platform_admin = user?.platform_admin === true
  const is_installation = platform_admin && (of === 'installation' || organisation_id === null)
  return {
    /** Null is the installation. */
    organisation_id: is_installation ? null : organisation_id!,
    filters: is_installation ? installation : { organisation_id: organisation_id! },
    /** Of addresses with the same scope. */
    query: is_installation ? ({ of: 'installation' } as const) : {},
    /** Sets the scope; null where there is only one. */
    change: platform_admin && organisation_id !== null ? change : null,
  }
}

const installation = { installation: true }
export type Scope = ReturnType<typeof useScope>
