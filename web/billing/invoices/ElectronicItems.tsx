import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { showFailure } from '../../kit/ui/showToast.ts'
import { downloadFacturX, downloadXml } from '../documents/document.ts'

/** An authorised document for programs. */
export function ElectronicItems({ invoice }: Props) {
  const { t } = useTranslation()
  const save = (download: typeof downloadXml) => () =>
    download(invoice).catch((error) => showFailure(error, t('billing:invoice.xmlFailed')))
  return (
    <>
      <Menu.Item onClick={save(downloadFacturX)}>{t('billing:invoice.facturx')}</Menu.Item>
      <Menu.Item onClick={save(downloadXml)}>{t('billing:invoice.xml')}</Menu.Item>
    </>
  )
}

/** The same for the person who is billed. */
export function ElectronicMenu({ invoice }: Props) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<Icon of={IconChevronDown} />}>
          {t('billing:invoice.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ElectronicItems invoice={invoice} />
      </Menu.Dropdown>
    </Menu>
  )
}

type Props = { invoice: Row<'invoice'> }
