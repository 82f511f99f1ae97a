"""The link: a process beside the station that publishes it by MQTT, on a web page and to Exhibitera."""
