import multipart from '@fastify/multipart'
import { defineDomain } from '../crud/domain.ts'
import { checkFeature } from '../crud/features.ts'
import { attachment } from './attachments/attachment.ts'
import { addAttachments, linkAttachment } from './attachments/routes.ts'
import { takeSubjects } from './attachments/subjects.ts'
import { addBackup } from './backup.ts'
import { addDownloads, linkFile } from './downloads.ts'
import { takeEvidence } from './evidence_access.ts'
import { addExports, linkExport } from './export/routes.ts'
import { file } from './file.ts'
import { addFiles, changeFolder, makeFolder, readFolder, removeFile, removeFolder } from './file_routes.ts'
import { listFolders, readFilesUsage } from './folders.ts'
import { jobHandlers, takeJobs } from './jobs/handlers.ts'
import { job } from './jobs/job.ts'
import { cancelJob, decryptFile, encryptFiles, unzipFile, zipFiles } from './jobs/routes.ts'
import { JobWorker } from './jobs/worker.ts'
import { listPeopleUsage } from './people_usage.ts'
import { makeScan } from './scan.ts'
import { addPublicFiles, endShare, shareFile } from './share.ts'
import { makeFileRepair, makeFileUpkeep } from './upkeep.ts'

const reads = (route: string) => [route, 'read'] as const
const writes = (route: string) => [route, 'write'] as const

/** Files, folders and jobs; exports need no files. */
export const files = defineDomain({
  feature: 'files',
  // Jobs and attachments of all the viewer's organisations, where one has files.
  async requires({ viewer }) {
    if (viewer) checkFeature(viewer, 'files')
  },
  // Uploads are read by a parser of their own, which other routes do not have.
  async begin(app) {
    await app.register(multipart, { throwFileSizeLimit: false })
  },
  resources: { attachment, file, job },
  actions: [
    addFiles,
    removeFile,
    readFolder,
    makeFolder,
    changeFolder,
    removeFolder,
    listFolders,
    readFilesUsage,
    listPeopleUsage,
    addDownloads,
    linkFile,
    shareFile,
    endShare,
    addPublicFiles,
    addAttachments,
    linkAttachment,
    zipFiles,
    unzipFile,
    encryptFiles,
    decryptFile,
    cancelJob,
    addBackup,
  ],
  always: [addExports, linkExport],
  // No jobs: they run with all rights of their person.
  areas: {
    files: ['attachment', 'file', 'files', 'folder'],
    // An organisation is exported by those whom no role limits.
    self: ['export/address', 'job', 'user/data'],
    reading: [
      'POST file/:file_id/download',
      'POST file/:file_id/view',
      'POST attachment/:attachment_id/download',
      'POST attachment/:attachment_id/view',
    ],
  },
  keys: {
    routes: Object.fromEntries([
      ...['GET files', 'GET file', 'GET folders', 'GET folder', 'GET attachments', 'GET attachment'].map(reads),
      ...['POST file/:file_id/download', 'POST file/:file_id/view'].map(reads),
      ...['POST attachment/:attachment_id/download', 'POST attachment/:attachment_id/view'].map(reads),
      ...['PUT file', 'POST file', 'DELETE file', 'PUT folder', 'POST folder', 'DELETE folder'].map(writes),
      ...['PUT attachment', 'DELETE attachment'].map(writes),
    ]),
  },
  background(context) {
    const worker = new JobWorker(context, jobHandlers)
    context.jobs = worker
    return [worker, makeFileUpkeep(context), makeFileRepair(context), makeScan(context)]
  },
  takes(domains) {
    takeSubjects(domains)
    takeEvidence(domains)
    takeJobs(domains)
  },
  figures: [
    { of: 'organisation', name: 'failed_jobs', list: 'job', query: ({ from }) => ({ from, state: 'failed' }) },
    { of: 'organisation', name: 'files', list: 'file', query: () => ({ is_folder: false, deleted: false }) },
    {
      of: 'organisation',
      name: 'infected_files',
      list: 'file',
      query: () => ({ is_folder: false, scan_state: 'infected' }),
    },
  ],
})
