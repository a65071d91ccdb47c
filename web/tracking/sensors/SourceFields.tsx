import { PartsField } from './PartsField.tsx'
import { PathField } from './PathField.tsx'
import type { Draft } from './useDraft.ts'

/** What a sensor has its values from: an attribute, or other sensors. */
export function SourceFields({ draft, organisation_id, tracker_id, name }: Props) {
  const { path, setPath, parts, setParts, is_sum } = draft
  return (
    <>
      {!is_sum && (
        <PathField organisation_id={organisation_id} tracker_id={tracker_id} value={path} onChange={setPath} />
      )}
      <PartsField organisation_id={organisation_id} own={name} value={parts} onChange={setParts} />
    </>
  )
}

type Props = { draft: Draft; organisation_id: number; tracker_id: number | null; name: string }
