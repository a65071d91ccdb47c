import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { ConfirmButton } from '../actions/ConfirmButton.tsx'
import type { Upload } from '../forms/file/useUpload.ts'
import type { FieldName, LabelledResource } from '../forms/labels.ts'
import { type FormGroup, ResourceForm } from '../forms/ResourceForm.tsx'
import type { BodySchema, ResourceSchema } from '../forms/schema.ts'
import { Page } from '../page/Page.tsx'
import { Section } from '../page/Section.tsx'
import type { Reference } from '../reference/reference.ts'
import { Loaded } from './Loaded.tsx'
import { useRecord } from './useRecord.ts'
import { useRecordActions, type Version } from './useRecordActions.ts'

/**
 * The page of one row of any resource: the form for the row of `?id=`, which is saved and deleted there, or for a new
 * one. A page declares its fields, texts and addresses; see `messaging/reminders/ReminderPage.tsx`.
 */
export function RecordPage<N extends LabelledResource>(props: Props<N>) {
  const { resource, nameOf, texts } = props
  const record = useRecord(resource)
  const intro = texts.text && (
    <Text c="dimmed" mb="md">
      {texts.text}
    </Text>
  )
  if (record.id === null) {
    return (
      <Page title={texts.create}>
        {intro}
        <CreateForm {...props} />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={texts.title} {...(texts.missing && { missing: texts.missing })}>
      {(row) => {
        // What the server answers after saving fills the form again.
        const { id, modified_at } = row as Version
        return (
          <Page title={nameOf(row)}>
            {intro}
            <EditForm key={`${id} ${modified_at}`} {...props} row={row} />
          </Page>
        )
      }}
    </Loaded>
  )
}

function CreateForm<N extends LabelledResource>({ defaults, given, extra, ...props }: Props<N>) {
  const { t } = useTranslation()
  const { create } = useRecordActions(props.resource, props)
  const [row] = useState(defaults ?? {})
  return (
    <ResourceForm
      resource={props.resource}
      body={props.schema.create!}
      row={row}
      all
      {...fieldsOf(props, props.schema.create!)}
      required={props.required}
      references={props.references}
      uploads={props.uploads}
      submit={t('form.create')}
      // The form holds the resource's fields, and the page gives the rest.
      save={(body) => create({ ...(body as object), ...given } as CreateBody<N>)}
      extra={extra}
    />
  )
}

function EditForm<N extends LabelledResource>({ row, arrange = formThenRemove, ...props }: Props<N> & { row: Row<N> }) {
  const { t } = useTranslation()
  const { update, remove } = useRecordActions(props.resource, props)
  const form = (
    <ResourceForm
      resource={props.resource}
      body={props.schema.update!}
      row={row}
      {...fieldsOf(props, props.schema.update!)}
      required={props.required}
      references={props.references}
      uploads={props.uploads}
      save={(body) => update(row as Version, body as UpdateBody<N>)}
    />
  )
  const label = t('form.remove')
  return arrange(row, { form, label, remove: <ConfirmButton label={label} run={() => remove(row.id)} dangerous /> })
}

/** Those that the body has: a code that others refer to is given once, and not changed later. */
function fieldsOf<N extends LabelledResource>({ fields = [], groups }: Props<N>, { properties }: BodySchema) {
  const all: FormGroup<N>[] = groups ?? [{ fields }]
  return { groups: all.map((group) => ({ ...group, fields: group.fields.filter((name) => name in properties) })) }
}

function formThenRemove(_row: unknown, { form, label, remove }: Parts): ReactNode {
  return (
    <>
      {form}
      <Section title={label} apart>
        {remove}
      </Section>
    </>
  )
}

type Parts = { form: ReactNode; label: string; remove: ReactNode }

type Props<N extends LabelledResource> = {
  resource: N
  schema: ResourceSchema
  texts: {
    /** Of the page while there is no row to name it. */
    title: string
    /** Of the page of a new row. */
    create: string
    /** Above the form. */
    text?: string
    missing?: string
    /** Of the toasts that say more than what was done. */
    created?: string
    saved?: string
    removed?: string
  }
  /** The title of a row's page. */
  nameOf: (row: Row<N>) => string
  /** The address of a row's page, and that of the list. */
  page: (query: { id: number }) => string
  list: () => string
  fields?: FieldName<N>[]
  /** Instead of `fields`: some under headings of their own. */
  groups?: FormGroup<N>[]
  required?: FieldName<N>[]
  /** The rows that fields refer to, by the names of the fields. */
  references?: Partial<Record<FieldName<N>, Reference>>
  /** Where the files of fields are stored, by the names of the fields. */
  uploads?: Partial<Record<FieldName<N>, Upload>>
  /** What the form of a new row begins with. */
  defaults?: object | (() => object)
  /** What a new row gets besides its fields. */
  given?: Partial<CreateBody<N>>
  /** What the form of a new row has besides its fields. */
  extra?: () => ReactNode
  /** Lays out the page of a row otherwise than the form above the button that deletes. */
  arrange?: (row: Row<N>, parts: Parts) => ReactNode
}
