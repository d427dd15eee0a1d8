import { describe, expect, test } from 'vitest';
import { defaultConfig } from '../config/config.ts';
import { refuseOpenDoor } from './open-door.ts';

const listenOn = (host: string, { auth = false, allow = false } = {}): void => {
  const config = defaultConfig({});
  config.server.host = host;
  config.auth.enabled = auth;
  refuseOpenDoor(config, allow);
};

describe('a host', () => {
  test.for(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '0:0:0:0:0:0:0:1', '::1%lo'])(
    '%s is this machine',
    (host) => {
      expect(() => listenOn(host)).not.toThrow();
    },
  );

  test.for([
    '0.0.0.0',
    '::',
    '192.168.1.5',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
  ])('%s is beyond it: only with authentication, or where that is meant', (host) => {
    expect(() => listenOn(host)).toThrow(/--auth .*--allow-unauthenticated/);
    expect(() => listenOn(host)).toThrow(host);
    expect(() => listenOn(host, { auth: true })).not.toThrow();
    expect(() => listenOn(host, { allow: true })).not.toThrow();
  });
});
