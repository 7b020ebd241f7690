"""Static files with a fingerprint in their name, imports between JavaScript modules included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage; without the switch `import "./outbox.js"` would ask for a name that is gone."""

    support_js_module_import_aggregation = True
