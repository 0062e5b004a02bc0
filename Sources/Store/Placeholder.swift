import Health
