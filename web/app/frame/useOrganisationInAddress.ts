import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { client } from '../../core/api.ts'
import { chooseOrganisation, useSession } from '../../core/session.ts'
import { type AddressedResource, resourceInAddress } from './resourceInAddress.ts'

/**
 * Switches to the organisation of the resource in the address, for users with several organisations who follow a link,
 * such as one in an alert's mail. Later selections on the page do not switch: they belong to the same organisation.
 *
 * @returns false until the organisation is determined
 */
export function useOrganisationInAddress(): boolean {
  const { pathname, search } = useLocation()
  const several = useSession(({ user }) => (user?.memberships.length ?? 0) > 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for each selection on a page
  const named = useMemo(() => (several ? resourceInAddress(pathname, search) : null), [pathname, several])
  const [resolved, setResolved] = useState<AddressedResource | null>(null)

  useEffect(() => {
    if (!named) return
    let left = false
    enterOrganisationOf(named).then(() => left || setResolved(named))
    return () => {
      left = true
    }
  }, [named])

  return named === resolved || named === null
}

/** Errors are left to the page, which loads the same resource. */
async function enterOrganisationOf({ resource, id }: AddressedResource): Promise<void> {
  const organisation_id = await client.read(resource, id).then(
    ({ data }) => data.organisation_id,
    () => null,
  )
  const { user, organisation_id: current } = useSession.getState()
  const member = user?.memberships.some((each) => each.organisation_id === organisation_id)
  if (member && organisation_id !== current) chooseOrganisation(organisation_id!)
}
