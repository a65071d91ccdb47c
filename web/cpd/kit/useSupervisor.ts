import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactsOf } from './queries.ts'

/**
 * Whom a record goes to: who was chosen or stored. Where nobody was, it is the person's supervisor, if there is only one.
 *
 * @param is_open whether nobody was chosen so far; a stored record may be for nobody
 */
export function useSupervisor(organisation_id: number, stored: number | null, is_open: boolean) {
  const { data: contacts } = useQuery(contactsOf(organisation_id))
  const [chosen, choose] = useState<number | null | undefined>(undefined)
  const people = [...new Set(supervisorsOf(contacts?.supervisors).map(({ user_id }) => user_id))]
  const only = is_open && stored === null && people.length === 1 ? people[0]! : null
  const value = chosen === undefined ? (stored ?? only) : chosen
  return { value, choose, differs: value !== stored, changed: chosen !== undefined && chosen !== stored }
}

/** Those who may agree and verify. */
export const supervisorsOf = <One extends { kind: string }>(people: One[] = []) =>
  people.filter(({ kind }) => kind === 'supervisor' || kind === 'alternate')
