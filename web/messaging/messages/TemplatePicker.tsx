import { Anchor, Button, Group, Modal, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { keys } from '../keys.ts'

/** Picks one of the organisation's templates for messages. Where there is none, administrators are led to making one. */
export function TemplatePicker({ organisation_id, administers, isTyped, use }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<PickedTemplate | null>(null)
  const { data: templates } = useQuery({
    queryKey: keys.personTemplates(organisation_id),
    queryFn: async () =>
      (await guarded(client.list('messagetemplate', { organisation_id, kind: 'person', limit: 1000 }))).data,
  })
  if (!templates || (templates.length === 0 && !administers)) return null
  if (templates.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('messaging:compose.noTemplates')}{' '}
        <Anchor component={Link} to={paths.template({ kind: 'person' })} inherit>
          {t('messaging:compose.makeTemplate')}
        </Anchor>
      </Text>
    )
  }
  const pick = (id: string | null) => {
    const template = templates.find((one) => String(one.id) === id)
    if (!template) return
    if (isTyped()) setAsking(template)
    else use(template)
  }
  return (
    <>
      <Select
        label={t('messaging:compose.useTemplate')}
        placeholder={t('messaging:compose.pickTemplate')}
        searchable
        value={null}
        data={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={t('messaging:compose.noTemplateFound')}
        onChange={pick}
      />
      <Modal
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={t('messaging:compose.replaceTitle', { name: asking?.name ?? '' })}
        centered
        closeButtonProps={{ 'aria-label': t('messaging:compose.keep') }}
      >
        <Text mb="md">{t('messaging:compose.replaceText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(null)} data-autofocus>
            {t('messaging:compose.keep')}
          </Button>
          <Button
            onClick={() => {
              use(asking!)
              setAsking(null)
            }}
          >
            {t('messaging:compose.replace')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

export type PickedTemplate = Pick<Row<'messagetemplate'>, 'name' | 'channel' | 'subject' | 'text'>
type Props = {
  organisation_id: number
  administers: boolean
  /** Whether the person has written something that a template would overwrite. */
  isTyped: () => boolean
  use: (template: PickedTemplate) => void
}
