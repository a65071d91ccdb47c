import { type Profile, type ProfileKind, profileKinds, profiles } from './rules/index.ts'

/** The rules of a tracker: those of its profile, or of its type. A value of another kind than the default is ignored. */
export function profileOf({ type, kind, settings }: Settings): Profile {
  const known = profileKinds.includes(kind as ProfileKind) ? (kind as ProfileKind) : null
  const profile: Profile = profiles[known ?? (type === 'phone' ? 'person' : 'car')]
  if (!settings) return profile
  const changed = Object.entries(settings).filter(
    ([name, value]) =>
      name in profile &&
      (name === 'speed_limit'
        ? value === null || typeof value === 'number'
        : typeof value === typeof profile[name as keyof Profile]),
  )
  return { ...profile, ...Object.fromEntries(changed) }
}

type Settings = { type: 'gps' | 'phone'; kind: string | null; settings: Record<string, unknown> | null }
