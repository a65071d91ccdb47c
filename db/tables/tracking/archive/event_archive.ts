import { Type } from 'typebox'
import { DateOnly, Id, Nullable, Timestamp } from '../../columns.ts'
import { defineTable } from '../../define_table.ts'

/** A Parquet file with events of an organisation and a closed day (UTC, of `fix_at`). A large day has several. */
export const EventArchive = defineTable({
  name: 'event_archive',
  columns: {
    organisation_id: Id,
    day: DateOnly,
    /** Each has trackers of its own. */
    part: Type.Integer({ minimum: 0 }),
    backend: Type.String({ enum: ['disk', 's3'] }),
    backend_key: Type.String(),
    bytes: Type.Integer({ minimum: 0 }),
    events: Type.Integer({ minimum: 1 }),
    first_tracker_id: Id,
    last_tracker_id: Id,
    first_id: Id,
    last_id: Id,
    first_fix_at: Timestamp,
    last_fix_at: Timestamp,
    /** When reading of its events began. */
    written_at: Timestamp,
    /** Of all blocks of the file (`history/digests/blocks.ts`); null where no release has computed them yet. */
    block_digests: Nullable(Type.String()),
    /** Where its trackers were (`history/cells/cells.ts`); null where no release has computed it yet. */
    cells: Nullable(Type.String()),
    /** Of all its bytes, in hexadecimal; null where no release has computed it yet. */
    sha256: Nullable(Type.String()),
    /** What it holds of each tracker (`history/chain/content.ts`); null where no release has computed it yet. */
    contents: Nullable(Type.String()),
  },
})
