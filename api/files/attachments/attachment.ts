import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { isPrivateEvidence } from '#db/privacy/evidence.ts'
import { Id, Nullable } from '#db/tables/columns.ts'
import { Attachment } from '#db/tables/files/attachment.ts'
import { File } from '#db/tables/files/file.ts'
import { scope } from '../../crud/access.ts'
import { displayNameOf } from '../../crud/names/display_name.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { readsEvidence } from '../evidence_access.ts'
import { attach } from './attach.ts'
import { findSubject } from './find_subject.ts'
import { readsAttachments, subjectTitle, writesAttachments } from './subjects.ts'

const { name, mimetype, size, width, height, scan_state, uploaded_at } = File.columns
const of = (column: string) => sql`(select ${sql.ref(`f.${column}`)} from file f where f.id = attachment.file_id)`

export const attachment = defineResource({
  name: 'attachment',
  plural: 'attachments',
  about: 'List files attached to trackers, boundaries, records of maintenance and messages that you may see',
  table: 'attachment',
  row: Type.Object({
    ...Attachment.columns,
    name,
    mimetype,
    size,
    width,
    height,
    scan_state,
    uploaded_at,
    /** The name of what it is attached to, or the message's subject. */
    subject: Type.String(),
    /** Who has attached it. */
    attached_by: Nullable(Type.String()),
    /** Whether the viewer may take it away again. */
    removable: Type.Boolean(),
  }),
  computed: {
    ...Object.fromEntries(
      ['name', 'mimetype', 'size', 'width', 'height', 'scan_state', 'uploaded_at'].map((column) => [
        column,
        of(column),
      ]),
    ),
    subject: subjectTitle,
    attached_by: sql<string | null>`(select ${displayNameOf('u')} from user_account u
      where u.id = attachment.created_by_user_id)`,
    removable: (viewer) => sql<boolean>`(${writesAttachments(viewer)})`,
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    tracker_id: equals('tracker_id', Id, 'tracker'),
    boundary_id: equals('boundary_id', Id),
    message_id: equals('message_id', Id),
    maintenance_done_id: equals('maintenance_done_id', Id),
    file_id: equals('file_id', Id),
  },
  search: [],
  sort: { id: null, created_at: null },
  default_sort: 'id',
  reads: (viewer) => shown(viewer),
  writes: writesAttachments,

  create: {
    // A message gets its files when it is sent: `PUT message` with `file_ids`.
    body: bodyOf({ file_id: Id }, { tracker_id: Id, boundary_id: Id, maintenance_done_id: Id }),
    async run(trx, viewer, { file_id, ...of_subject }) {
      const subject = await findSubject(trx, viewer, of_subject)
      const [id] = await attach(trx, viewer, subject, [file_id])
      return { id: id! }
    },
  },
  remove: (trx, _viewer, target) => rows(trx, 'attachment').remove(target),
})

/**
 * What is in the trash is attached to nothing, until it is restored; what has become private evidence, only for those
 * who read that.
 */
function shown(viewer: Viewer) {
  const subject = readsAttachments(viewer)
  const live = sql`exists (select from file f where f.id = attachment.file_id and f.deleted_at is null
    and (not ${isPrivateEvidence('f')} or ${readsEvidence(viewer, 'f')}))`
  return scope(subject.extent, sql<SqlBool>`(${live} and ${subject})`)
}
