import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { showFailure } from '../../kit/ui/showToast.ts'
import { downloadFacturX, downloadXml } from '../documents/document.ts'
import { MoreMenu } from './MoreMenu.tsx'

/** Saves an authorised document as files that accounting programs read. */
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
  return (
    <MoreMenu>
      <ElectronicItems invoice={invoice} />
    </MoreMenu>
  )
}

type Props = { invoice: Row<'invoice'> }
