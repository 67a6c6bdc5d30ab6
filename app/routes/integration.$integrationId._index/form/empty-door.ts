import type { DoorForm } from './editor-form';

/** The fields of a webhook trigger that says nothing of its sender. */
export const emptyDoor: DoorForm = {
  scheme: 'auto',
  header: '',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: '',
  signed: '{body}',
  timestamp: '',
  toleranceSeconds: '300',
  name: '',
  username: '',
  handshake: '',
  deliveryKey: '',
  keyName: '',
  keyHours: '24',
  onlyRunIf: '',
  readAs: 'auto',
  respond: 'accepted',
  status: '200',
  contentType: 'text/plain',
  body: '',
  methods: '',
  allowFrom: '',
};
