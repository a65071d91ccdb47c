import type { CustomTypeOptions, TFunction } from 'i18next'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import type { Upload } from '../forms/file/useUpload.ts'
import { type FieldName, type LabelledResource, labelOf } from '../forms/labels.ts'
import { kindOf, type ResourceSchema, type Titles, withTitles } from '../forms/schema.ts'
import { ListPage } from '../lists/ListPage.tsx'
import type { Column } from '../lists/Table.tsx'
import { useCell } from '../lists/useCell.ts'
import { Page } from '../page/Page.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Loaded } from './Loaded.tsx'
import { RecordPage } from './RecordPage.tsx'
import { useRecord } from './useRecord.ts'

const Markdown = lazy(() => import('../markdown/Markdown.tsx'))

/** The two pages of a plain resource, see `plainPages` of `kit/plain.ts`. Those who may not write read both. */
export function makePlainPages<N extends PlainName>(plain: Plain<N>): Record<'list' | 'record', ComponentType> {
  return { list: () => <PlainList {...plain} />, record: () => <PlainRecord {...plain} /> }
}

function PlainList<N extends PlainName>({ page, nav: Nav, columns, useMayWrite = useAdministers, ...plain }: Plain<N>) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const mayWrite = useMayWrite(organisation_id)
  const text = textsOf(t, plain.texts)
  return (
    <ListPage
      title={text('title')}
      text={text('text')}
      {...(mayWrite && { create: { to: page(), label: text('new'), whenEmpty: true } })}
      resource={plain.resource}
      schema={plain.schema}
      filters={{ organisation_id }}
      columns={typeof columns === 'function' ? columns(t) : columns}
      nameOf={nameOf}
      open={({ id }) => page({ id })}
      removable={mayWrite}
      empty={text('empty')}
    >
      {Nav && <Nav />}
    </ListPage>
  )
}

function PlainRecord<N extends PlainName>(plain: Plain<N>) {
  const { resource, schema, fields, useMayWrite = useAdministers } = plain
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const text = textsOf(t, plain.texts)
  if (!useMayWrite(organisation_id)) return <Reading {...plain} />
  return (
    <RecordPage
      resource={resource}
      schema={plain.titles ? withTitles(schema, plain.titles(t)) : schema}
      nameOf={nameOf}
      page={plain.page}
      list={plain.list}
      fields={fields}
      required={fields.filter((field) => schema.create?.required?.includes(field))}
      {...(plain.defaults && { defaults: plain.defaults })}
      given={{ organisation_id } as object}
      {...(plain.uploads && { uploads: plain.uploads(organisation_id) })}
      texts={{ title: text('title'), create: text('new'), text: text('pageText'), missing: text('missing') }}
    />
  )
}

/** A row for those who may not change it. */
function Reading<N extends PlainName>({ resource, schema, fields, texts }: Plain<N>) {
  const { t } = useTranslation()
  const cell = useCell()
  const record = useRecord(resource)
  const text = textsOf(t, texts)
  const show = (field: string, value: unknown) =>
    kindOf(schema.row[field]!) === 'markdown' && value ? (
      <Suspense>
        <Markdown text={String(value)} />
      </Suspense>
    ) : (
      cell(field, value)
    )
  return (
    <Loaded query={record} title={text('title')} missing={text('missing')}>
      {(row) => (
        <Page title={nameOf(row)}>
          <Facts
            facts={fields.map((field) => [labelOf(t, resource, field), show(field, row[field as keyof Row<N>])])}
          />
        </Page>
      )}
    </Loaded>
  )
}

/** The typed keys of i18next cannot follow those of any resource. A text that there is not is empty. */
const textsOf = (t: TFunction, texts: string) => (key: keyof PlainTexts | 'pageText') =>
  t(`${texts}.${key}` as never, { defaultValue: '' }) as string

const nameOf = ({ name }: { name: string }) => name

export type Plain<N extends PlainName> = {
  resource: N
  schema: ResourceSchema
  /** Where the texts of its pages are: those of `PlainTexts`, and perhaps `pageText` above the form. */
  texts: PlainTextsKey
  /** The address of the list, and that of a row. */
  list: () => string
  page: (query?: { id?: number }) => string
  /** Of the list. */
  columns: Column<N>[] | ((t: TFunction) => Column<N>[])
  /** Of the form. What a new row must have is what the API requires. */
  fields: FieldName<N>[]
  /** What the form of a new row begins with. */
  defaults?: object
  /** What choices are called, where the words of the API are not enough. */
  titles?: (t: TFunction) => Titles
  uploads?: (organisation_id: number) => Partial<Record<FieldName<N>, Upload>>
  /** Above the list. */
  nav?: ComponentType
  /** Whether the person may write; otherwise administrators may. */
  useMayWrite?: (organisation_id: number) => boolean
}

/** Resources whose rows have a name. */
export type PlainName = {
  [N in LabelledResource]: Row<N> extends { id: number; name: string } ? N : never
}[LabelledResource]
type PlainTexts = Record<'title' | 'text' | 'new' | 'empty' | 'missing', string>
/** Texts of any domain that have all of these. */
type PlainTextsKey = { [D in keyof Texts & string]: `${D}:${KeysIn<Texts[D]>}` }[keyof Texts & string]
type Texts = CustomTypeOptions['resources']
type KeysIn<T> = { [K in keyof T & string]: T[K] extends PlainTexts ? K : never }[keyof T & string]
