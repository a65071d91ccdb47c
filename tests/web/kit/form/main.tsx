import '@mantine/core/styles.css'
import 'virtual:palette.css'
import '../../../../web/kit/theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { ApiError } from '#api/client.ts'
import { Id, Markdown, Nullable, Signature } from '#db/tables/columns.ts'
import '../../../../web/core/i18n.ts'
import { queries } from '../../../../web/core/queries.ts'
import type { StoredFile, Upload } from '../../../../web/kit/forms/file/useUpload.ts'
import { ResourceForm } from '../../../../web/kit/forms/ResourceForm.tsx'
import type { Schema } from '../../../../web/kit/forms/schema.ts'
import { theme } from '../../../../web/kit/theme/theme.ts'

/** A resource with one field of each kind that needs a real browser. */
const properties = { notes: Nullable(Markdown(10_000)), evidence_file_id: Nullable(Id), signature: Signature }
const body = { properties: properties as Record<string, Schema>, required: ['signature'] }
const labels = { notes: 'Notes', evidence_file_id: 'Evidence', signature: 'Your signature' }
i18next.addResourceBundle('en', 'common', { fields: { training: labels } }, true)

const evidence: Upload = { send, read: async () => null, accept: ['application/pdf', 'image/*'], max_bytes: 200_000 }

/** With progress, which `fetch` does not report. */
function send(file: File, { signal, onProgress }: Parameters<Upload['send']>[1]): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `/upload?name=${encodeURIComponent(file.name)}`)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const answer = JSON.parse(request.responseText)
      if (request.status === 201) resolve(answer.data)
      else reject(new ApiError(request.status, answer))
    }
    request.onerror = request.onabort = () => reject(new Error('The upload has ended.'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function Form() {
  const [saved, setSaved] = useState<object | null>(null)
  const row = JSON.parse(sessionStorage.getItem('row') ?? '{}')
  const save = async (changed: object) => {
    setSaved(changed)
    sessionStorage.setItem('row', JSON.stringify({ ...row, ...changed }))
  }
  return (
    <div style={{ maxWidth: 600, margin: 'auto', padding: 16 }}>
      <h1>Training</h1>
      <ResourceForm
        resource={'training' as never}
        body={body}
        row={row}
        fields={Object.keys(properties) as never[]}
        uploads={{ evidence_file_id: evidence } as never}
        save={save as never}
      />
      <pre id="saved" hidden>
        {saved && JSON.stringify(saved)}
      </pre>
    </div>
  )
}

createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} defaultColorScheme="auto">
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <Form />
      </QueryClientProvider>
    </MemoryRouter>
  </MantineProvider>,
)
