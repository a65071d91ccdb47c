import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { client } from '../../core/api.ts'
import { chooseOrganisation, useSession } from '../../core/session.ts'
import { type AddressedResource, resourceInAddress } from './resourceInAddress.ts'

/**
 * Whoever works in several organisations follows a link, as in an alert's mail, to something of another one: from then
 * on they work in that one. What is chosen on the page itself belongs to the same organisation.
 *
 * @returns false until it is known
 */
export function useOrganisationInAddress(): boolean {
  const { pathname, search } = useLocation()
  const several = useSession(({ user }) => (user?.memberships.length ?? 0) > 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for each choice on a page
  const named = useMemo(() => (several ? resourceInAddress(pathname, search) : null), [pathname, several])
  const [looked, setLooked] = useState<AddressedResource | null>(null)

  useEffect(() => {
    if (!named) return
    let left = false
    enterOrganisationOf(named).then(() => left || setLooked(named))
    return () => {
      left = true
    }
  }, [named])

  return named === looked || named === null
}

/** What cannot be read, the page itself says. */
async function enterOrganisationOf({ resource, id }: AddressedResource): Promise<void> {
  const organisation_id = await client.read(resource, id).then(
    ({ data }) => data.organisation_id,
    () => null,
  )
  const { user, organisation_id: current } = useSession.getState()
  const member = user?.memberships.some((each) => each.organisation_id === organisation_id)
  if (member && organisation_id !== current) chooseOrganisation(organisation_id!)
}
