import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { File, type ScanState, scanStates } from '#db/tables/files/file.ts'
import { naturalAfter } from '#db/tables/natural.ts'
import { bodyOf, defineFilter, defineResource, equals } from '../crud/resource.ts'
import { readsFiles, writesFiles } from './access.ts'
import { readsEvidence } from './evidence_access.ts'
import { showLinks } from './share.ts'
import { createFolder, restore, updateFile } from './tree/changes.ts'

const {
  name_key: _k,
  content_id: _c,
  public_sha256: _p,
  public_sealed: _l,
  shared_by_user_id: _s,
  trash_file_id: _t,
  evidence_copies: _e,
  job_id: _j,
  unsettled: _u,
  ...columns
} = File.columns

export const OnConflict = Type.Optional(
  Type.Unsafe<'rename'>(
    Type.String({ enum: ['rename'], description: 'A name that exists gets a number, instead of 468' }),
  ),
)

/** Files and folders. Uploads are beside it (`write_routes.ts`), since their bodies are not JSON. */
export const file = defineResource({
  name: 'file',
  plural: 'files',
  about: 'List files and folders: one’s own and the organisation’s, for administrators everybody’s',
  table: 'file',
  row: Type.Object({
    ...columns,
    /** The names of the folders around it and its own, from the root. */
    path: Type.String(),
    /** Children of a folder that the viewer sees. */
    items: Type.Integer(),
    public_url: Nullable(
      Type.String({ description: 'Its public link, while it works, for those who may share the file; not in exports' }),
    ),
    uploaded_by: Nullable(Type.String()),
    owner: Nullable(Type.String()),
    /** Whether it is a person's root folder, which cannot be renamed, moved or deleted. */
    is_root: Type.Boolean(),
    /** The records that it is evidence of; such a file cannot be deleted. */
    evidence: Type.Array(Type.String()),
  }),
  computed: {
    path: sql<string>`(with recursive up as (
        select f.parent_file_id, f.name, 1 as depth from file f where f.id = file.id
        union all select f.parent_file_id, f.name, up.depth + 1 from file f join up on f.id = up.parent_file_id)
      select string_agg(up.name, '/' order by up.depth desc) from up)`,
    items: (viewer) => sql<number>`(select count(*)::int from file c
      where c.parent_file_id = file.id and c.deleted_at is null and ${readsEvidence(viewer, 'c')})`,
    public_url: sql<string | null>`null::text`,
    uploaded_by: displayNameOf('uploaded_by_user_id'),
    owner: displayNameOf('owner_user_id'),
    is_root: sql<boolean>`(file.parent_file_id is null and file.owner_user_id is not null)`,
    evidence: sql<string[]>`array(select e.title from file_evidence e where e.file_id = file.id order by e.title)`,
  },
  complete: showLinks,
  filters: {
    organisation_id: equals('organisation_id', Id),
    /** The children of a folder. */
    parent_file_id: equals('parent_file_id', Id),
    owner_user_id: equals('owner_user_id', Id),
    /** What is at the top: of the organisation, or roots of people. */
    top: defineFilter(Type.Boolean(), (top) => sql<SqlBool>`(file.parent_file_id is null) = ${top}`),
    /** The organisation's own, or people's. */
    shared: defineFilter(Type.Boolean(), (shared) => sql<SqlBool>`(file.owner_user_id is null) = ${shared}`),
    is_folder: equals('is_folder', Type.Boolean()),
    hidden: equals('hidden', Type.Boolean()),
    /** What is in the trash, each deletion once; false is everything else. */
    deleted: defineFilter(Type.Boolean(), (deleted) =>
      deleted ? sql<SqlBool>`file.trash_file_id = file.id` : sql<SqlBool>`file.deleted_at is null`,
    ),
    scan_state: equals('scan_state', Type.Unsafe<ScanState>(Type.String({ enum: [...scanStates] }))),
  },
  search: ['name'],
  sort: {
    id: null,
    /** Folders first. */
    name: naturalAfter(sql<boolean>`not file.is_folder`, sql.ref('file.name')),
    size: null,
    mimetype: sql<string>`coalesce(file.mimetype, '')`,
    created_at: null,
    modified_at: null,
  },
  default_sort: 'name',
  reads: readsFiles,
  writes: writesFiles,

  writes_apart: true,
  create: {
    body: bodyOf(
      { name: Type.String({ maxLength: 1000 }) },
      {
        organisation_id: Id,
        parent_file_id: Nullable(Id),
        hidden: Type.Boolean(),
        on_conflict: Type.Unsafe<'rename'>(Type.String({ enum: ['rename'] })),
      },
    ),
    run: (trx, viewer, body) => createFolder(trx, viewer, body),
  },
  update: {
    body: bodyOf(
      {},
      {
        name: Type.String({ maxLength: 1000 }),
        hidden: Type.Boolean(),
        /** Moves it; null is the organisation's root. */
        parent_file_id: Nullable(Id),
        /** False takes it out of the trash. */
        deleted: Type.Literal(false),
        on_conflict: Type.Unsafe<'rename'>(Type.String({ enum: ['rename'] })),
      },
    ),
    async run(trx, viewer, { deleted, ...changes }) {
      if (deleted === false) await restore(trx, viewer, changes)
      await updateFile(trx, viewer, changes)
    },
  },
})

/** The name that people see, as `api/crud/names/display_name.ts` has it. */
function displayNameOf(column: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select coalesce(nullif(trim(u.name), ''), nullif(trim(concat_ws(' ', u.firstname, u.lastname)), ''),
    u.username) from user_account u where u.id = ${sql.ref(`file.${column}`)})`
}
